// The form of a test, with its result beside it, or below it when narrow.
import type { ApplicationTestResult } from '@tessera/contract/application-tests';
import { type ReactNode, useEffect, useRef } from 'react';
import { FormSections } from '../../../kit/form-section.tsx';
import { TestResultSection } from './test-result.tsx';
import classes from './try-it.module.css';

type Props = { result: ApplicationTestResult | undefined; isMachine?: boolean; children: ReactNode };

export function TestFrame({ result, isMachine = false, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  return (
    <div className={classes.frame}>
      <div className={classes.split}>
        <FormSections wide>{children}</FormSections>
        <div ref={panel} className={classes.result}>
          {result && (
            <FormSections wide>
              <TestResultSection result={result} isMachine={isMachine} />
            </FormSections>
          )}
        </div>
      </div>
    </div>
  );
}
