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

/** Seconds that some hundred milliseconds of work take on no machine, and work that grows with the square exceeds. */
const BEYOND_REASON = 8;

/** Whether work comes to an end before what grows with the square of the text would. */
export function endsInReason(work: () => unknown): boolean {
  const start = performance.now();
  work();
  return performance.now() - start < BEYOND_REASON * 1000;
}
