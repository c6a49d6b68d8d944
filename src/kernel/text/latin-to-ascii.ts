/**
 * Latin letters that Unicode does not decompose into a plain letter and a mark, by the plain letter in their Unicode name. Letters with a
 * conventional spelling (ß, þ, ŋ, ə …) follow Latin-ASCII of CLDR.
 */
const LETTERS_BY_SPELLING: Readonly<Record<string, string>> = {
  a: 'ɐɑɒᴀᶏᶐⱥꬰꬱꭤ',
  aa: 'ꜳ',
  ae: 'æᴁᴂꞛ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: 'ƀƃƅɓʙᴃᵬᶀꞗꞵ',
  c: 'ƈȼɕʗᴄↄꜿꞓꞔ',
  d: 'ðđƌȡɖɗᴅᴆᵭᶁᶑꝺ',
  db: 'ȸ',
  dz: 'ʣʤʥꭦ',
  e: 'əǝɇɘɛɜɝɞɚʚᴇᴈᶒᶓᶔᶕⱸⱻꬲꬳꬴ',
  f: 'ƒᵮᶂꜰꝼꞙꬵⅎꟻ',
  g: 'ǥɠɡɢɣʛᵷᵹᶃꝿꞡꬶȝ',
  h: 'ħɥɦɧʜʮʯⱨⱶꜧꞕꟶ',
  hv: 'ƕ',
  i: 'ıɨɩɪᴉᵎᵻᵼᶖꟾ',
  j: 'ȷɉɟʄʝᴊ',
  k: 'ĸƙʞᴋᶄⱪꝁꝃꝅꞣ',
  l: 'łƚȴɫɬɭɮʟᴌᶅⱡꝇꝉꞁꞎꬷꬸꬹ',
  ll: 'ỻ',
  m: 'ɯɰɱᴍᴟᵯᶆꟺꟽꟿꬺ',
  n: 'ŋƞȵɲɳɴᴎᵰᶇꞑꞥꬻꬼ',
  o: 'øɔɵɤᴏᴐᴑᴒᴓᴖᴗᶗⱺꝋꝍꟁꬽꬾꬿꭃꭄ',
  oe: 'œɶᴔꞝꭀꭁꭂꭢ',
  oi: 'ƣ',
  oo: 'ꝏ',
  ou: 'ȣᴕ',
  p: 'ƥɸᴘᵱᵽᶈꝑꝓꝕⱷꟼ',
  q: 'ɋʠꝗꝙꞯ',
  qp: 'ȹ',
  r: 'ɍɹɺɻɼɽɾɿʀʁᴙᴚᵲᵳᶉⱹꝛꞃꞧꭅꭆꭇꭈꭉꭊꭋꭌ',
  s: 'ƨȿʂʃʆᵴᶊᶋᶘẜẝꜱꞅꞩꟊꟗꟙ',
  ss: 'ß',
  t: 'ŧƫƭȶʇʈᴛᵵⱦꞇ',
  th: 'þᵺꝥꝧ',
  ts: 'ʦʧʨꭧ',
  tz: 'ꜩ',
  u: 'ʉʊᴜᴝᴞᵾᵿᶙꞹꭎꭏꭒ',
  v: 'ʋʌᴠᶌỽⱱⱴꝟꝩ',
  vy: 'ꝡ',
  w: 'ƿʍᴡⱳꟃ',
  x: 'ᶍꭓꭔꭕꭖꭗꭘꭙ',
  y: 'ƴɏʎʏỿꭚ',
  z: 'ƶƹƺȥɀʐʑʒʓᴢᴣᵶᶎᶚⱬꝣ',
};

const SPELLING_BY_LETTER: ReadonlyMap<string, string> = new Map(
  Object.entries(LETTERS_BY_SPELLING).flatMap(([spelling, letters]) =>
    [...letters].map((letter) => [letter, spelling]),
  ),
);

/**
 * Transliterates special lower-case Latin letters to a–z (`straße` → `strasse`). All other characters stay, accented letters included.
 * @see https://github.com/unicode-org/cldr/blob/main/common/transforms/Latin-ASCII.xml
 */
export function latinToAscii(lowerCase: string): string {
  return lowerCase.replace(/[^\p{ASCII}]/gu, (letter) => SPELLING_BY_LETTER.get(letter) ?? letter);
}
