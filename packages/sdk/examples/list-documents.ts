// Prints every document that you may read: node list-documents.ts [WORDS]
import { clientFor } from './client.ts';

const galley = clientFor();
const [q] = process.argv.slice(2);

for await (const { path, status, title } of galley.documents.list.all({ q, sort: 'path' })) {
  console.log(`${status.padEnd(10)} ${path}  ${title}`);
}
