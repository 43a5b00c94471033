// Lists the rules of docs/spec and the tests that name them: `node scripts/rules.ts [--missing | --json]`.
import { reportFindings } from './findings.ts';
import { listFiles, readText } from './repository.ts';
import { idsInTestNames, ruleDefinitions, ruleReport } from './rule-ids.ts';

const files = listFiles();
const definitions = files
  .filter((file) => /^docs\/spec\/.*\.md$/.test(file))
  .flatMap((file) => ruleDefinitions(file, readText(file)));
const uses = files
  .filter((file) => /\.test\.tsx?$/.test(file))
  .flatMap((file) => idsInTestNames(file, readText(file)));
const report = ruleReport(definitions, uses);

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(report, undefined, 2));
  if (report.findings.length > 0) process.exitCode = 1;
} else {
  if (process.argv.includes('--missing')) {
    for (const rule of report.rules.filter(({ tests }) => tests.length === 0)) {
      console.log(`${rule.id}  ${rule.file}:${rule.line}`);
    }
  }
  const tested = report.rules.filter(({ tests }) => tests.length > 0).length;
  reportFindings(
    report.findings,
    `rules: ${report.rules.length}, ${tested} with tests, ${report.rules.length - tested} without`,
  );
}
