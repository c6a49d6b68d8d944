import fc from 'fast-check';

/** Markup without blanks. */
const MARKUP = [
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
  '</a>',
  '<script>',
  '</script>',
  '<style>',
  '</style>',
  '<svg>',
  '<math>',
  '<iframe>',
  '</iframe>',
  '<video>',
  '</video>',
  '<textarea>',
  '<xmp>',
  '<button>',
  '</button>',
  '<form>',
  '<select>',
  '<option>',
  '<noscript>',
  '<template>',
  '<br>',
  '</br>',
  'javascript:',
  'data:',
  'http:',
  'onerror=',
  'target=_blank',
];
const TAGS = ['<a href="', '<a href=//x>', '<img src=', '<iframe src="http://x">', '<embed src=//x>', '<p id=p>'];
const OTHERS = [...TAGS, 'e\u0300', ...'a \nè\u0301\u0338\u212a\u037e🎉'];
const PIECES = [...MARKUP, ...OTHERS];

/** Random texts of markup pieces, well-formed or not. */
export const hostileText = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 14,
  })
  .map((pieces) => pieces.join(''));

/**
 * CPU time of a function in ms, which does not depend on the load of the machine. Quadratic time for a text of 200,000 characters
 * is thousands of ms.
 */
export function cpuMilliseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
