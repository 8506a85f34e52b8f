// Adds up the JSON reports of the test tools.

const ofVitest = (report) => {
  // A file that fails before its first test counts as a failure.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length };
};

const ofPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
});

const countsOf = (report) => (report.stats ? ofPlaywright(report) : ofVitest(report));

// A phase that fails without a failed test (types, lint, a crash) counts as one failure.
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
