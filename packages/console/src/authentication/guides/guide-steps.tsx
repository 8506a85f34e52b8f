// Numbered steps of a guide, below the offer of its result.
import { Blocks } from './blocks.tsx';
import { FirstSignIn, FirstToken } from './first-sign-in.tsx';
import { FurtherReading } from './further-reading.tsx';
import { type Guide, runTitles } from './guide.ts';
import classes from './guide-page.module.css';
import { useReading } from './reading.tsx';
import type { AnyGuide } from './registry.ts';
import { SampleButton } from './sample-button.tsx';
import { stepId } from './step-index.tsx';

type Props = { guide: Guide; meta: Pick<AnyGuide, 'id' | 'name'> };

export function GuideSteps({ guide, meta }: Props) {
  const { application, resource } = useReading();
  return (
    <>
      <SampleButton guide={guide} meta={meta} />
      <div className={classes.steps}>
        {guide.steps.map(({ title, blocks }, index) => (
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
            {runTitles.includes(title) && (
              <div className={classes.first}>
                {application && <FirstSignIn application={application} />}
                {resource && <FirstToken resource={resource} />}
              </div>
            )}
          </section>
        ))}
        <FurtherReading signsUsersIn={application !== undefined && application.type !== 'MachineToMachine'} />
      </div>
    </>
  );
}
