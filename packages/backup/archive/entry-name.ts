/** `content/…` or `database/<table>.ndjson`; nothing that unpacks outside its folder on some system. */
export function isEntryName(name: string): boolean {
  const [folder, ...rest] = name.split('/');
  if (rest.length === 0 || !name.isWellFormed() || /[\0\\]/.test(name)) return false;
  if (rest.some((segment) => segment === '' || segment === '.' || segment === '..')) return false;
  if (folder === 'content') return true;
  return folder === 'database' && rest.length === 1 && /^[a-z][a-z0-9_]*\.ndjson$/.test(rest[0]!);
}
