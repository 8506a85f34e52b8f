// The last test result of a webhook, kept in this tab until dismissed.
import { useState } from 'react';
import { useServices } from '../../app/services.tsx';

export type TestResult = {
  url: string;
  time: number;
  /** Missing if the test succeeded. */
  message?: string;
  status?: number;
  body?: string;
};

export function useTestResult(hookId: string) {
  const { settings } = useServices();
  const key = `${settings.wire.storageKey('webhook_test_result')}:${hookId}`;
  const [result, setResult] = useState<TestResult | undefined>(() => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? '') as TestResult;
    } catch {
      return undefined;
    }
  });
  return {
    result,
    keep: (next: TestResult) => {
      sessionStorage.setItem(key, JSON.stringify(next));
      setResult(next);
    },
    forget: () => {
      sessionStorage.removeItem(key);
      setResult(undefined);
    },
  };
}
