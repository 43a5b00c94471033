/** A finding is a sentence with the file and the correction. Sets exit code 1 if there are any. */
export function reportFindings(findings: readonly string[], summary: string): void {
  for (const finding of findings) console.log(finding);
  console.log(summary);
  if (findings.length > 0) process.exitCode = 1;
}
