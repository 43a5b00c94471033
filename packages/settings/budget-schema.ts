import { decimal, integer } from './config-values.ts';
import { optionalSetting, section } from './shape.ts';

/** `whose` completes "… of": such as `each run`. */
export const budgetSection = (whose: string) =>
  section({
    turns: optionalSetting(
      integer(1, 1_000_000),
      `Maximum number of turns of ${whose}. If unset, there is no limit.`,
    ),
    minutes: optionalSetting(
      decimal(0.1, 10_000_000),
      `Maximum total duration of the turns of ${whose}, in minutes. The turn in progress may exceed it.`,
    ),
    tokens: optionalSetting(
      integer(1, 1_000_000_000_000),
      `Maximum number of tokens of ${whose}, input and output. Counts what the programs report.`,
    ),
    usd: optionalSetting(
      decimal(0.01, 1_000_000),
      `Maximum cost of ${whose}, in US dollars. A turn whose program reports no cost counts as 0.`,
    ),
  });
