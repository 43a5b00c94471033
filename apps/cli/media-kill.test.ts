import { expect, test } from 'vitest';
import { mediaKillTest } from './config.ts';
import { MediaKillSite } from './media-kill.fixtures.ts';

const { rounds } = mediaKillTest;
const first = Date.now() % 187;

test(
  'after kill -9 every confirmed file is complete, at its confirmed path, with its metadata',
  async () => {
    await using site = await MediaKillSite.open();
    await site.start();
    for (let moment = first; moment < first + rounds; moment += 1) {
      // The varying kill time interrupts a different step in each round.
      await site.workUntilKilled({ answers: 7 + (moment % 11), milliseconds: (moment * 5) % 17 });
      await site.start();
      await site.expectAgreement();
    }
    expect(site.answered).toBeGreaterThan(rounds * 6);
  },
  60_000 + rounds * 20_000,
);
