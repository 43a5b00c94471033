// Lets the AI writer generate text and prints it as it arrives: node write-text.ts PROMPT
import { clientFor } from './client.ts';

const galley = clientFor();
const [prompt = 'What colour is ink?'] = process.argv.slice(2);

for await (const piece of galley.aiwriter.generate.stream({ prompt })) {
  if ('text' in piece) process.stdout.write(piece.text);
  else console.log(`\n(${piece.tokens_used} tokens of ${piece.model})`);
}
const { tokens_left: left } = await galley.aiwriter.usage();
console.log(left === null ? 'No token limit today.' : `${left} tokens left today.`);
