/** Who asks, from the least powerful to the most. */
export const CALLER_ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
export type CallerRole = (typeof CALLER_ROLES)[number];

/** 8.3, as the contract has it. */
const TABLE = `
| Right                                        | administrator, editor | author | contributor     | subscriber, anonymous |
| read published                               | ✓                     | ✓      | ✓               | ✓                     |
| read own unpublished                         | ✓                     | ✓      | ✓               | –                     |
| read others' draft, pending, future, private | ✓                     | –      | –               | –                     |
| create                                       | ✓                     | ✓      | ✓, never public | –                     |
| edit, delete own published                   | ✓                     | ✓      | –               | –                     |
| edit, delete own unpublished                 | ✓                     | ✓      | ✓               | –                     |
| edit, delete others', force                  | ✓                     | –      | –               | –                     |
| create, edit, delete categories and tags     | ✓                     | –      | –               | –                     |
| name a new image by URL                      | ✓                     | ✓      | –               | –                     |
| users, others' tokens, audit                 | administrator         | –      | –               | –                     |
`;

const [HEADINGS = [], ...ROWS] = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));

function cellOf(right: string, role: CallerRole): string {
  const cell = ROWS.find(([name]) => name === right)?.[
    HEADINGS.findIndex((heading) => heading.split(', ').includes(role))
  ];
  if (cell === undefined) throw new Error(`8.3 says nothing of ${right} for ${role}`);
  return cell;
}

/** Whether the table gives a role a right, by the name that it has there. */
export function roleHasRight(role: CallerRole, right: string): boolean {
  const cell = cellOf(right, role);
  return cell.startsWith('✓') || cell === role;
}

/** Whether what a role creates may be public at once. */
export const roleCanPublish = (role: CallerRole): boolean => cellOf('create', role) === '✓';

/** Statuses of 8.6 but for the trash, which is a state beside them. */
export const ACTIVE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;
export type ActiveStatus = (typeof ACTIVE_STATUSES)[number];

/** How a record stands to who asks. */
export interface RoleRelation {
  readonly owner: 'own' | 'other' | 'nobody';
  /** What it is, or was before it went to the trash: there it counts as that (8.9). */
  readonly status: ActiveStatus;
  readonly trashed: boolean;
}

const OTHERS = "edit, delete others', force";

export function roleCanRead(role: CallerRole, { owner, status }: RoleRelation): boolean {
  if (status === 'publish') return roleHasRight(role, 'read published');
  return roleHasRight(role, owner === 'own' ? 'read own unpublished' : "read others' draft, pending, future, private");
}

export function roleCanEdit(role: CallerRole, { owner, status }: RoleRelation): boolean {
  if (owner !== 'own') return roleHasRight(role, OTHERS);
  return roleHasRight(role, `edit, delete own ${status === 'publish' ? 'published' : 'unpublished'}`);
}

/** Whether a role may edit anything at all. */
export const roleCanEditAny = (role: CallerRole): boolean =>
  [OTHERS, 'edit, delete own published', 'edit, delete own unpublished'].some((right) => roleHasRight(role, right));

/** Whether a role deletes for good, names others as authors, and lists what is kept out of lists: 6.4, 6.14, 8.3. */
export const roleCanEditAll = (role: CallerRole): boolean => roleHasRight(role, OTHERS);
