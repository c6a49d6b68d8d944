import type { Language } from '../../support/languages.js';

/** What `user create --help` prints. */
export const CREATE_HELP: Readonly<Record<Language, string>> = {
  ca: `Ús: cli user create [opcions] <nom>

crea un usuari amb un primer token, que només es mostra una vegada

Opcions:
  --role <rol>  què pot fer l’usuari (valors possibles: "administrator",
                "editor", "author", "contributor", "subscriber")
  --json        mostra una línia de JSON: {"id","username","role","token"}
  -h, --help    mostra l’ajuda de l’ordre
`,
  en: `Usage: cli user create [options] <name>

create a user with a first token, which is shown this once

Options:
  --role <role>  what the user may do (choices: "administrator", "editor",
                 "author", "contributor", "subscriber")
  --json         print one line of JSON: {"id","username","role","token"}
  -h, --help     display help for command
`,
  es: `Uso: cli user create [opciones] <nombre>

crea un usuario con un primer token, que solo se muestra una vez

Opciones:
  --role <rol>  qué puede hacer el usuario (valores posibles: "administrator",
                "editor", "author", "contributor", "subscriber")
  --json        muestra una línea de JSON: {"id","username","role","token"}
  -h, --help    muestra la ayuda del comando
`,
};

/** What `--help` prints. */
export const CATALAN_HELP = `Ús: cli [opcions] [ordre]

Ordres del servei d’agenda d’esdeveniments

Opcions:
  -h, --help    mostra l’ajuda de l’ordre

Ordres:
  user          usuaris i els seus rols
  token         tokens dels usuaris
  seed          carrega l’agenda de mostra
  migrate       posa al dia la base de dades
  extension     extensions del servei
  help [ordre]  mostra l’ajuda de l’ordre
`;

export const SPANISH_HELP_OF_REVOKE = `Uso: cli token revoke [opciones] <id>

revoca un token, que deja de ser válido al instante

Argumentos:
  id          el número que se mostró al crear el token

Opciones:
  -h, --help  muestra la ayuda del comando
`;

const ROLES = 'administrator, editor, author, contributor, subscriber';

/** What commander refuses, of every kind: the command line, and what is said about it. */
export const REFUSED: readonly (readonly [line: string, texts: Readonly<Record<Language, string>>])[] = [
  [
    'vser',
    {
      ca: 'error: ordre desconeguda: «vser»\n(Semblants: user)',
      en: 'error: unknown command “vser”\n(Did you mean user?)',
      es: 'error: comando desconocido: «vser»\n(Parecidos: user)',
    },
  ],
  [
    `user it's`,
    {
      ca: `error: ordre desconeguda: «it's»`,
      en: `error: unknown command “it's”`,
      es: `error: comando desconocido: «it's»`,
    },
  ],
  [
    'user create Ada --role editor --joson',
    {
      ca: 'error: opció desconeguda: «--joson»\n(Semblants: --json)',
      en: 'error: unknown option “--joson”\n(Did you mean --json?)',
      es: 'error: opción desconocida: «--joson»\n(Parecidos: --json)',
    },
  ],
  [
    'migrate -x',
    {
      ca: 'error: opció desconeguda: «-x»',
      en: 'error: unknown option “-x”',
      es: 'error: opción desconocida: «-x»',
    },
  ],
  [
    'user create --role editor',
    {
      ca: 'error: falta l’argument obligatori «<nom>»',
      en: 'error: missing required argument “<name>”',
      es: 'error: falta el argumento obligatorio «<nombre>»',
    },
  ],
  [
    'user create Ada --role',
    {
      ca: 'error: falta el valor de l’opció «--role <rol>»',
      en: 'error: the value of option “--role <role>” is missing',
      es: 'error: falta el valor de la opción «--role <rol>»',
    },
  ],
  [
    'user create Ada',
    {
      ca: 'error: falta l’opció obligatòria «--role <rol>»',
      en: 'error: required option “--role <role>” not specified',
      es: 'error: falta la opción obligatoria «--role <rol>»',
    },
  ],
  [
    'user list all of them',
    {
      ca: 'error: massa arguments per a «list» (esperats: 0; indicats: 3)',
      en: 'error: too many arguments for “list” (expected: 0; given: 3)',
      es: 'error: demasiados argumentos para «list» (esperados: 0; indicados: 3)',
    },
  ],
  [
    `user create Ada --role boss'`,
    {
      ca: `error: «boss'» no és vàlid per a «--role <rol>». Ha de ser un d’aquests valors: ${ROLES}.`,
      en: `error: “boss'” is not valid for “--role <role>”. Must be one of these values: ${ROLES}.`,
      es: `error: «boss'» no es válido para «--role <rol>». Debe ser uno de estos valores: ${ROLES}.`,
    },
  ],
  [
    'token revoke one',
    {
      ca: 'error: «one» no és vàlid per a «<id>». Ha de ser un nombre enter.',
      en: 'error: “one” is not valid for “<id>”. Must be a whole number.',
      es: 'error: «one» no es válido para «<id>». Debe ser un número entero.',
    },
  ],
];
