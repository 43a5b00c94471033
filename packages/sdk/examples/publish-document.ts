// Creates a document, has it reviewed and publishes it. Authors cannot approve their own documents, so this takes two
// users: GALLEY_TOKEN writes and publishes, GALLEY_REVIEWER_TOKEN reviews. node publish-document.ts TITLE
import { isProblem } from '@galley/sdk';
import { clientFor } from './client.ts';

const writer = clientFor();
const reviewer = clientFor('GALLEY_REVIEWER_TOKEN');
const [title = 'Ink'] = process.argv.slice(2);

const draft = await writer.documents.create({
  type: 'post',
  lang: 'en',
  title,
  content: 'Black, and a lot of it.\n',
});
const { path } = draft;
const { role, username } = (await reviewer.system.capabilities()).identity;
await writer.documents.editorial({ source_path: path, action: 'assign', reviewer: username });
await writer.documents.status({ path, status: 'in_review' });
console.log(`${path} is in review by ${username} (${role}).`);

const read = await reviewer.documents.get({ path });
await reviewer.documents.editorial({
  source_path: path,
  action: 'approve',
  // Approves exactly the revision that was read.
  expected_revision: read.revision,
  note: 'Well written.',
});

try {
  const { url } = await writer.documents.status({ path, status: 'published' });
  console.log(`Published at ${url}.`);
} catch (error) {
  if (!isProblem(error, 'approval_required', 'stale_revision')) throw error;
  console.log(`The document changed after the approval: ${error.message}`);
}
