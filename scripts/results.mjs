// Adds up what the test tools wrote in their JSON reports.

const ofVitest = (report) => {
  // A file that fails before its first test is a failure too.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
};

const ofPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
});

export const countsOf = (report) => (report.stats ? ofPlaywright(report) : ofVitest(report));

// A phase that failed without a failed test (types, lint, a crash) counts as one failure.
export const total = (phases) => {
  let passed = 0;
  let failed = 0;
  for (const { ok, reports } of phases) {
    const counts = reports.map(countsOf);
    const failures = counts.reduce((sum, count) => sum + count.failed, 0);
    passed += counts.reduce((sum, count) => sum + count.passed, 0);
    failed += ok ? failures : Math.max(failures, 1);
  }
  return { passed, failed };
};
