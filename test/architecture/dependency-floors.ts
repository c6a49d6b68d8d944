/** First versions of a package that fix a known defect. */
export interface Floor {
  readonly name: string;
  /** First fixed version of each major line that got a fix. Later major lines never had the defect. */
  readonly fixedIn: readonly string[];
  /** URL of a GitHub advisory, of an entry in the National Vulnerability Database, or of an issue. */
  readonly source: string;
  /** Effect of the defect in earlier versions. */
  readonly effect: string;
}

const advisory = (name: string, id: string, from: string | readonly string[], effect: string): Floor => ({
  name,
  fixedIn: typeof from === 'string' ? [from] : from,
  source: `https://github.com/advisories/${id}`,
  effect,
});

/** Known defects of installed packages, sorted by name. Every installed copy must have the fix. */
export const DEPENDENCY_FLOORS: readonly Floor[] = [
  advisory('@grpc/grpc-js', 'GHSA-5375-pq7m-f5r2', '1.14.4', 'A malformed request crashes a server.'),
  advisory(
    '@grpc/grpc-js',
    'GHSA-99f4-grh7-6pcq',
    '1.14.4',
    'A malformed compressed message crashes client or server.',
  ),
  advisory('@nestjs/common', 'GHSA-cj7v-w2c7-cp7c', '11.0.16', 'A media type makes the file validator execute code.'),
  advisory(
    '@nestjs/core',
    'GHSA-36xv-jgw5-4q75',
    '11.1.18',
    'Line breaks in server-sent events inject further events.',
  ),
  advisory('body-parser', 'GHSA-wqch-xfxh-vrr4', '2.2.1', 'Forms with very many parameters exhaust the process.'),
  advisory(
    'brace-expansion',
    'GHSA-v6h2-p8h4-qcjw',
    ['1.1.12', '2.0.2', '3.0.1', '4.0.1'],
    'A pattern causes unbounded CPU time.',
  ),
  advisory(
    'js-yaml',
    'GHSA-mh29-5h37-fv8m',
    ['3.14.2', '4.1.1'],
    'A merged key replaces the prototype of the parsed object.',
  ),
  {
    name: 'kysely',
    fixedIn: ['0.29.9'],
    source: 'https://github.com/kysely-org/kysely/issues/1990',
    effect: 'A connection that dies within a transaction occupies a pool slot forever.',
  },
  advisory('kysely', 'GHSA-pv5w-4p9q-p3v2', '0.28.17', 'Keys of JSON paths access other parts of a document.'),
  advisory('kysely', 'GHSA-8cpq-38p9-67gx', '0.28.17', 'A literal injects SQL.'),
  advisory('multer', 'GHSA-44fp-w29j-9vj5', '2.0.0', 'Aborted requests leak memory.'),
  {
    name: 'multer',
    fixedIn: ['2.2.0'],
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2026-5079',
    effect: 'Deeply nested field names exhaust the process.',
  },
  advisory('path-to-regexp', 'GHSA-j3q9-mxjg-w52f', '8.4.0', 'Sequential optional groups cause exponential CPU time.'),
  advisory('path-to-regexp', 'GHSA-27v5-c462-wpq7', '8.4.0', 'Several wildcards cause unbounded CPU time for a URL.'),
  advisory('picomatch', 'GHSA-c2c7-rcm5-vvqj', ['2.3.2', '3.0.2', '4.0.4'], 'A pattern causes unbounded CPU time.'),
  advisory(
    'picomatch',
    'GHSA-3v7f-55p6-f55p',
    ['2.3.2', '3.0.2', '4.0.4'],
    'A character class matches what it should not.',
  ),
  advisory('postcss', 'GHSA-qx2v-qp2m-jg93', '8.5.10', 'A closing style tag inside CSS ends the style element.'),
  advisory('protobufjs', 'GHSA-xq3m-2v4x-88gg', ['7.5.5', '8.0.1'], 'A type definition executes code.'),
  advisory('protobufjs', 'GHSA-685m-2w69-288q', ['7.5.6', '8.0.2'], 'Nested messages exhaust the stack.'),
  advisory(
    'protobufjs',
    'GHSA-j3f2-48v5-ccww',
    ['7.6.5', '8.6.6'],
    'Options of a definition cause an endless loop in the parser.',
  ),
  advisory('qs', 'GHSA-6rw7-vpxm-498p', '6.14.1', 'Lists in brackets bypass the array limit.'),
  {
    name: 'qs',
    fixedIn: ['6.14.2'],
    source: 'https://nvd.nist.gov/vuln/detail/CVE-2026-2391',
    effect: 'Lists with commas bypass the array limit.',
  },
  advisory('sanitize-html', 'GHSA-rpr9-rxv7-x643', '2.17.4', 'The content of an xmp element is output as live HTML.'),
  advisory('validator', 'GHSA-9965-vmph-33xx', '13.15.20', 'URLs bypass the check of protocol and host.'),
  advisory('yaml', 'GHSA-48c2-rrv3-qjmp', ['1.10.3', '2.8.3'], 'Nested collections exhaust the stack.'),
];
