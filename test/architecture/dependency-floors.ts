/**
 * Known defects of installed packages, sorted by name. Every installed copy must have the fix.
 * `fixedIn` is the first fixed version of each major line that got a fix. Later major lines never had the defect. `source` is an advisory
 * of GitHub (https://github.com/advisories), an entry in the National Vulnerability Database, or an issue. `effect` says what happens in
 * earlier versions.
 */
export const KNOWN_DEFECTS: readonly (readonly [
  name: string,
  fixedIn: readonly string[],
  source: string,
  effect: string,
])[] = [
  ['@grpc/grpc-js', ['1.14.4'], 'GHSA-5375-pq7m-f5r2', 'A malformed request crashes a server.'],
  ['@grpc/grpc-js', ['1.14.4'], 'GHSA-99f4-grh7-6pcq', 'A malformed compressed message crashes client or server.'],
  ['@nestjs/common', ['11.0.16'], 'GHSA-cj7v-w2c7-cp7c', 'A media type makes the file validator execute code.'],
  ['@nestjs/core', ['11.1.18'], 'GHSA-36xv-jgw5-4q75', 'Line breaks in server-sent events inject further events.'],
  ['body-parser', ['2.2.1'], 'GHSA-wqch-xfxh-vrr4', 'Forms with very many parameters exhaust the process.'],
  [
    'brace-expansion',
    ['1.1.12', '2.0.2', '3.0.1', '4.0.1'],
    'GHSA-v6h2-p8h4-qcjw',
    'A pattern causes unbounded CPU time.',
  ],
  ['js-yaml', ['3.14.2', '4.1.1'], 'GHSA-mh29-5h37-fv8m', 'A merged key replaces the prototype of the parsed object.'],
  [
    'kysely',
    ['0.29.9'],
    'https://github.com/kysely-org/kysely/issues/1990',
    'A connection that dies within a transaction occupies a pool slot forever.',
  ],
  ['kysely', ['0.28.17'], 'GHSA-pv5w-4p9q-p3v2', 'Keys of JSON paths access other parts of a document.'],
  ['kysely', ['0.28.17'], 'GHSA-8cpq-38p9-67gx', 'A literal injects SQL.'],
  ['multer', ['2.0.0'], 'GHSA-44fp-w29j-9vj5', 'Aborted requests leak memory.'],
  [
    'multer',
    ['2.2.0'],
    'https://nvd.nist.gov/vuln/detail/CVE-2026-5079',
    'Deeply nested field names exhaust the process.',
  ],
  ['path-to-regexp', ['8.4.0'], 'GHSA-j3q9-mxjg-w52f', 'Sequential optional groups cause exponential CPU time.'],
  ['path-to-regexp', ['8.4.0'], 'GHSA-27v5-c462-wpq7', 'Several wildcards cause unbounded CPU time for a URL.'],
  ['picomatch', ['2.3.2', '3.0.2', '4.0.4'], 'GHSA-c2c7-rcm5-vvqj', 'A pattern causes unbounded CPU time.'],
  ['picomatch', ['2.3.2', '3.0.2', '4.0.4'], 'GHSA-3v7f-55p6-f55p', 'A character class matches what it should not.'],
  ['postcss', ['8.5.10'], 'GHSA-qx2v-qp2m-jg93', 'A closing style tag inside CSS ends the style element.'],
  ['protobufjs', ['7.5.5', '8.0.1'], 'GHSA-xq3m-2v4x-88gg', 'A type definition executes code.'],
  ['protobufjs', ['7.5.6', '8.0.2'], 'GHSA-685m-2w69-288q', 'Nested messages exhaust the stack.'],
  [
    'protobufjs',
    ['7.6.5', '8.6.6'],
    'GHSA-j3f2-48v5-ccww',
    'Options of a definition cause an endless loop in the parser.',
  ],
  ['qs', ['6.14.1'], 'GHSA-6rw7-vpxm-498p', 'Lists in brackets bypass the array limit.'],
  ['qs', ['6.14.2'], 'https://nvd.nist.gov/vuln/detail/CVE-2026-2391', 'Lists with commas bypass the array limit.'],
  ['sanitize-html', ['2.17.4'], 'GHSA-rpr9-rxv7-x643', 'The content of an xmp element is output as live HTML.'],
  ['validator', ['13.15.20'], 'GHSA-9965-vmph-33xx', 'URLs bypass the check of protocol and host.'],
  ['yaml', ['1.10.3', '2.8.3'], 'GHSA-48c2-rrv3-qjmp', 'Nested collections exhaust the stack.'],
];
