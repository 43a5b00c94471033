// Written by `npm run docs:reference` from packages/contract. Change it there.

/** Frontmatter keys that Galley reads, by who writes them: people, the server alone, changes of state. */
export const frontmatterKeys = {
  people: ['lang', 'title', 'slug', 'layout', 'summary', 'date', 'taxonomies', 'fields'],
  server: ['editorial', 'author', 'last_editor', 'created_at', 'updated_at'],
  state: ['workflow', 'draft', 'scheduled_publish_at', 'scheduled_unpublish_at'],
} as const;
