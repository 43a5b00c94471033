/**
 * The end of each part of `npm run check`: a finding is one sentence that names the file and what would be right.
 * Any finding makes the process end with exit code 1.
 */
export function reportFindings(findings: readonly string[], summary: string): void {
  for (const finding of findings) console.log(finding);
  console.log(summary);
  if (findings.length > 0) process.exitCode = 1;
}
