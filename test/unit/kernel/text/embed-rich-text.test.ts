import { expect, it } from 'vitest';
import { embedRichText } from '../../../../src/kernel/text/embed-rich-text.js';

const OPTIONS = {
  firstLevel: 3,
  isAllowedImage: (address: string) => address.startsWith('https://images.example/'),
  imageText: 'Show image',
};

it.each([
  ['lowers headings in their order', '<h1>A</h1><h4>B</h4>', '<h3>A</h3><h4>B</h4>'],
  [
    'has no heading below level 6',
    '<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5>',
    '<h3>A</h3><h4>B</h4><h5>C</h5><h6>D</h6><h6>E</h6>',
  ],
  [
    'keeps allowed images',
    '<img src="https://images.example/1.png" alt="One" />',
    '<img src="https://images.example/1.png" alt="One" />',
  ],
  ['links other images', '<img src="/1.png" alt="" />', '<a href="/1.png">Show image</a>'],
  [
    'replaces other images in a link by their text',
    '<a href="/1"><em>A</em> <img src="/1.png" alt="One" /></a><a><img src="/2.png" /></a><img src="/3.png" alt="Three" />',
    '<a href="/1"><em>A</em> One</a><a>Show image</a><a href="/3.png">Three</a>',
  ],
  [
    'keeps allowed images in a link',
    '<a href="/1"><img src="https://images.example/1.png" /></a>',
    '<a href="/1"><img src="https://images.example/1.png" /></a>',
  ],
  [
    'completes links to other sites',
    '<a href="https://a.example/" rel="author">A</a>',
    '<a href="https://a.example/" rel="noopener noreferrer">A</a>',
  ],
  ['keeps other links', '<a href="/docs">A</a>', '<a href="/docs">A</a>'],
])('embedRichText %s (17.17, 17.18, 17.20)', (_case, html, expected) => {
  expect(embedRichText(html, OPTIONS)).toBe(expected);
});
