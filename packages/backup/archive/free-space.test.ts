import { expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { asStorageProblem, estimatedSize, requireSpace } from './free-space.ts';

test('a backup that does not fit on the disk is not started, and the error says what it needs', async () => {
  await using folder = await temporaryDirectory();
  await requireSpace(folder.path, 1_000_000);
  await expect(requireSpace(folder.path, 2 ** 60)).rejects.toMatchObject({
    code: 'insufficient_storage',
    message: expect.stringMatching(/needs about 1073741824\.0 GiB.* free\./) as string,
  });
});

test('a disk that becomes full is reported with the same message', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
  expect(asStorageProblem(full)).toMatchObject({ code: 'insufficient_storage' });
  const other = new Error('other');
  expect(asStorageProblem(other)).toBe(other);
});

test('estimates text at half its size, images at full size, and sparse ranges at zero', () => {
  const file = (path: string, size: number, sizeOnDisk = size) => ({ path, size, sizeOnDisk });
  const perEntry = estimatedSize([file('a.jpg', 0)]);
  expect(estimatedSize([file('a.md', 1_000)]) - perEntry).toBe(500);
  expect(estimatedSize([file('a.JPG', 1_000)]) - perEntry).toBe(1_000);
  expect(estimatedSize([file('a.csv', 5e9, 0)]) - perEntry).toBe(0);
  expect(estimatedSize([file('a.mp4', 5e9, 0)]) - perEntry).toBe(5e9);
});
