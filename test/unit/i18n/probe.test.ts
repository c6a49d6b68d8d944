import { it } from '@jest/globals';
import * as u from './used-keys.js';
it('probe', async () => {
  const c = await u.decoratedClasses();
  const isKey = (t: string) => /^(errors|fields|operations|validation)(\.\w+)+$/.test(t);
  const m = new Set([...u.keysInMetadata(c, isKey)]);
  const s = new Set([...u.keysInSources(isKey)]);
  console.log('META', [...m].sort().join(' '));
  console.log('SRC not META', [...s].filter((k) => !m.has(k)).sort().join(' '));
  console.log('members', c.flatMap((x) => u.describedMembers(x)).filter(([, d]) => !String(d).startsWith('fields.')));
}, 60000);
