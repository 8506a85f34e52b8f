// Numbered steps of a guide.
import { Blocks } from './blocks.tsx';
import { FirstSignIn } from './first-sign-in.tsx';
import { runTitles, type Step } from './guide.ts';
import classes from './guide-page.module.css';
import { useReading } from './reading.tsx';
import { stepId } from './step-index.tsx';

export function GuideSteps({ steps }: { steps: Step[] }) {
  const { application } = useReading();
  return (
    <div className={classes.steps}>
      {steps.map(({ title, blocks }, index) => (
        <section
          key={title}
          id={stepId(index)}
          className={classes.step}
          tabIndex={-1}
          aria-labelledby={`${stepId(index)}-title`}
        >
          <h2 className={classes.title} id={`${stepId(index)}-title`}>
            <span className={classes.number}>{index + 1}</span>
            <span lang="en" dir="ltr">
              {title}
            </span>
          </h2>
          <Blocks blocks={blocks} />
          {application && runTitles.includes(title) && (
            <div className={classes.first}>
              <FirstSignIn application={application} />
            </div>
          )}
        </section>
      ))}
    </div>
  );
}
