/** Roles towards a thread, of people who may read the document. */
export interface CommentRoles {
  /** Has `documents.comment` for the document. */
  readonly commenter: boolean;
  readonly author: boolean;
  /** May change the text of the document. */
  readonly writer: boolean;
  readonly administrator: boolean;
}

/** The only table of who may do what with comments and suggestions (ADD-CMT-6, ADD-SUG-4). All but `accept` and `reject` also need `documents.comment`. */
const rights = {
  reply: ['commenter'],
  resolve: ['author', 'writer', 'administrator'],
  edit_comment: ['author'],
  delete_comment: ['author', 'administrator'],
  delete_thread: ['author', 'administrator'],
  accept: ['writer'],
  reject: ['writer'],
} as const satisfies Readonly<Record<string, readonly (keyof CommentRoles)[]>>;

export type CommentAction = keyof typeof rights;

/** `author` is the author of the comment for `edit_comment` and `delete_comment`, else the one of the thread. */
export function mayComment(action: CommentAction, roles: CommentRoles): boolean {
  const decides = action === 'accept' || action === 'reject';
  return (decides || roles.commenter) && rights[action].some((role) => roles[role]);
}
