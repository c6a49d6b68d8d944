// Gives the process that imports it first a wrong clock: `?ahead=<milliseconds>`, which may be negative, and with `&turns=<milliseconds>`
// one that is set again and again, so many milliseconds after another: back by twice as much, and forward again.
const { searchParams } = new URL(import.meta.url);
const turns = Number(searchParams.get('turns') ?? 0);
const Machine = Date;
let ahead = Number(searchParams.get('ahead'));

const now = () => Machine.now() + ahead;

globalThis.Date = new Proxy(Machine, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  apply: () => new Machine(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ahead });
if (turns > 0) setInterval(() => (ahead = -ahead), turns).unref();
