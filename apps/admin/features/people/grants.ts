import { currentMessages, defineMessages } from '../../lib/messages.ts';

const subjectMessages = defineMessages('grantSubject', {
  documents: 'Documents',
  media: 'Media',
  site: 'Site',
  runs: 'Runs',
});

const capabilityMessages = defineMessages('capability', {
  'documents.read': 'Read',
  'documents.create': 'Create',
  'documents.write': 'Edit',
  'documents.review': 'Review',
  'documents.comment': 'Comment and suggest',
  'documents.history': 'View history',
  'documents.diff': 'Compare versions',
  'documents.lifecycle': 'Delete and restore',
  'documents.assign': 'Assign to people',
  'documents.publish': 'Publish',
  'media.read': 'View',
  'media.write': 'Upload and edit details',
  'media.lifecycle': 'Delete and restore',
  'media.review': 'Approve changes',
  'config.manage': 'Change settings',
  'themes.manage': 'Manage themes',
  'plugins.manage': 'Manage plugins',
  'operations.manage': 'Back up and rebuild',
  'users.manage': 'Manage people',
  'users.provision': 'Synchronize accounts (SCIM)',
  'audit.read': 'View audit log',
  'runs.read': 'View',
  'runs.control': 'Start and stop',
  'runs.approve': 'Approve',
});

type Capability = keyof typeof capabilityMessages.english;

export interface Grant {
  readonly name: Capability;
  /** Has a variant for one's own documents: `documents.read.own`. */
  readonly isOwnable: boolean;
}

export interface GrantSubject {
  readonly id: keyof typeof subjectMessages.english;
  readonly grants: readonly Grant[];
}

function grants(isOwnable: boolean, ...names: readonly Capability[]): readonly Grant[] {
  return names.map((name) => ({ name, isOwnable }));
}

export const grantSubjects: readonly GrantSubject[] = [
  {
    id: 'documents',
    grants: [
      ...grants(
        true,
        'documents.read',
        'documents.create',
        'documents.write',
        'documents.comment',
        'documents.review',
        'documents.history',
        'documents.diff',
        'documents.lifecycle',
      ),
      ...grants(false, 'documents.assign', 'documents.publish'),
    ],
  },
  {
    id: 'media',
    grants: grants(false, 'media.read', 'media.write', 'media.lifecycle', 'media.review'),
  },
  {
    id: 'site',
    grants: grants(
      false,
      'config.manage',
      'themes.manage',
      'plugins.manage',
      'operations.manage',
      'users.manage',
      'users.provision',
      'audit.read',
    ),
  },
  { id: 'runs', grants: grants(false, 'runs.read', 'runs.control', 'runs.approve') },
];

const summaryMessages = defineMessages('grantSummary', {
  everything: 'All permissions',
  nothing: 'No permissions',
  own: 'own',
});

export const subjectLabel = ({ id }: GrantSubject): string => currentMessages(subjectMessages)[id];

export const grantLabel = ({ name }: Grant): string => currentMessages(capabilityMessages)[name];

/** "Documents: Read, Edit (own). Media: View" */
export function describeGrants(held: readonly string[]): string {
  const messages = currentMessages(summaryMessages);
  if (held.includes('*')) return messages.everything;
  const parts = grantSubjects.map((subject) => {
    const found = subject.grants.flatMap((grant) => {
      if (held.includes(grant.name)) return [grantLabel(grant)];
      return held.includes(`${grant.name}.own`) ? [`${grantLabel(grant)} (${messages.own})`] : [];
    });
    return found.length > 0 ? `${subjectLabel(subject)}: ${found.join(', ')}` : '';
  });
  return parts.filter(Boolean).join('. ') || messages.nothing;
}

export function coversGrants(held: readonly string[], wanted: readonly string[]): boolean {
  if (held.includes('*')) return true;
  return wanted.every((name) => held.includes(name) || held.includes(name.replace(/\.own$/, '')));
}
