import type { LoggedSnapshot, Snapshot } from '@galley/backup';

export function presentGitSnapshot(snapshot: Snapshot) {
  const { hash, message, author, date, bytes, created, filesChanged, leftOut, push } = snapshot;
  return {
    id: hash,
    name: message,
    created_by: author.name,
    type: 'git' as const,
    size: bytes,
    created_at: date.toISOString(),
    created,
    files_changed: filesChanged,
    left_out: [...leftOut],
    pushed: push?.ok ?? null,
    push_problem: push?.ok === false ? push.problem : null,
  };
}

export function presentLoggedSnapshot({ hash, author, date, message }: LoggedSnapshot) {
  return { hash, author: author.name, email: author.email, date: date.toISOString(), message };
}
