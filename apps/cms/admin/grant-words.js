/**
 * What people may be let do, by subject: the name, a few words, and whether it can be for one's own alone.
 * @type {Record<string, [string, string, boolean][]>}
 */
export const grantSubjects = {
  Documents: [
    ['documents.read', 'Read', true],
    ['documents.create', 'Create', true],
    ['documents.write', 'Edit', true],
    ['documents.review', 'Review', true],
    ['documents.history', 'See the history', true],
    ['documents.diff', 'Compare versions', true],
    ['documents.lifecycle', 'Delete and restore', true],
    ['documents.assign', 'Assign to people', false],
    ['documents.publish', 'Publish', false],
  ],
  Media: [
    ['media.read', 'See', false],
    ['media.write', 'Upload and describe', false],
    ['media.lifecycle', 'Delete and restore', false],
  ],
  Site: [
    ['config.manage', 'Change the settings', false],
    ['themes.manage', 'Choose the theme', false],
    ['plugins.manage', 'Run plugins', false],
    ['operations.manage', 'Back up and rebuild', false],
    ['users.manage', 'Manage people', false],
    ['audit.read', 'Read the audit log', false],
  ],
  Runs: [
    ['runs.read', 'See', false],
    ['runs.control', 'Start and stop', false],
    ['runs.approve', 'Approve', false],
  ],
};

/** Grants in words, such as "Documents: read, edit (own)". @param {string[]} grants */
export function grantsInWords(grants) {
  if (grants.includes('*')) return 'Everything';
  const parts = Object.entries(grantSubjects).map(([subject, list]) => {
    const words = list.map(([name, text]) => {
      if (grants.includes(name)) return text.toLowerCase();
      return grants.includes(`${name}.own`) ? `${text.toLowerCase()} (own)` : '';
    });
    const found = words.filter(Boolean).join(', ');
    return found && `${subject}: ${found}`;
  });
  return parts.filter(Boolean).join('. ') || 'Nothing';
}
