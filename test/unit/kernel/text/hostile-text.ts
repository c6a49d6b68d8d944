import fc from 'fast-check';

const PIECES = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<?',
  '<!',
  '"',
  "'",
  '=',
  '&',
  ';',
  ' ',
  '\n',
  'a',
  'on',
  'x=1',
  '&lt;',
  '&#60;',
  '<b>',
  '</b>',
  '<p>',
  '</p>',
  '<div',
  '<li>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<a href="',
  '<a href=//x>',
  '</a>',
  '<script>',
  '</script>',
  '<style>',
  '</style>',
  '<svg>',
  '<math>',
  '<iframe>',
  '</iframe>',
  '<textarea>',
  '<xmp>',
  '<button>',
  '</button>',
  '<form>',
  '<select>',
  '<option>',
  '<noscript>',
  '<template>',
  '<img src=',
  '<br>',
  '</br>',
  'javascript:',
  'data:',
  'http:',
  'onerror=',
  'target=_blank',
  'è',
  'e\u0300',
  '\u0301',
  '\u0338',
  '\u212a',
  '\u037e',
  '🎉',
];

/** Texts of pieces of markup that fit together or do not. */
export const hostileText = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 14,
  })
  .map((pieces) => pieces.join(''));

/**
 * Milliseconds that the processor works, which do not depend on what else the machine does. What grows with the square of
 * a text of 200,000 characters takes thousands.
 */
export function spentMilliseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
