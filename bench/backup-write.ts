// Writes one backup of a content tree for `bench/backup.ts`: `node bench/backup-write.ts <content> <folder>`.
import { createArchive } from '../packages/backup/archive/create-archive.ts';
import { systemClock } from '@galley/kernel';

const [contentDirectory, directory] = process.argv.slice(2) as [string, string];
const began = performance.now();
let written = 0;
const { size } = await createArchive({
  contentDirectory,
  directory,
  name: 'bench',
  createdBy: 'bench',
  includeMedia: true,
  clock: systemClock,
  onProgress: ({ phase }) => {
    if (phase === 'writing') written = performance.now();
  },
});
const seconds = (from: number, to: number): string => ((to - from) / 1_000).toFixed(1);
console.log(
  `${size} bytes; written in ${seconds(began, written)} s, verified in ${seconds(written, performance.now())} s`,
);
