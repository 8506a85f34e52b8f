// Notices, and states that replace content: empty, nothing found, error.
import { Button } from '@mantine/core';
import { ApiProblem } from '../src/app/problem.ts';
import { ConflictNotice } from '../src/kit/conflict-notice.tsx';
import { DismissibleNotice } from '../src/kit/dismissible-notice.tsx';
import { EmptyState } from '../src/kit/empty-state.tsx';
import { ErrorState } from '../src/kit/error-state.tsx';
import { Illustration } from '../src/kit/illustration.tsx';
import { PageLoader } from '../src/kit/loader.tsx';
import { NewTabLink } from '../src/kit/new-tab-link.tsx';
import { NotFound } from '../src/kit/not-found.tsx';
import { NothingFound } from '../src/kit/nothing-found.tsx';
import { NothingIllustration } from '../src/kit/nothing-illustration.tsx';
import { Notice, type Severity } from '../src/kit/notice.tsx';
import { TroubleIllustration } from '../src/kit/trouble-illustration.tsx';
import { long } from './samples.ts';
import { Specimen } from './specimen.tsx';

const severities: Severity[] = ['info', 'success', 'warning', 'error'];
const nothing = () => {};

export const States = () => (
  <>
    <Specimen name="Notice" stacked>
      {severities.map((severity) => (
        <Notice key={severity} severity={severity}>
          {severity}: {long.text}
        </Notice>
      ))}
      <Notice severity="warning" actions={<Button variant="default">Set up a connector</Button>}>
        With an action. {long.url}
      </Notice>
      <Notice actions={<NewTabLink href="https://example.com">Open document</NewTabLink>}>
        These settings come from a document.
      </Notice>
      <DismissibleNotice onDismiss={nothing}>Read once.</DismissibleNotice>
    </Specimen>
    <Specimen name="ConflictNotice" stacked>
      <ConflictNotice
        conflict={{
          stored: { name: long.name, redirectUris: ['https://one.example/', long.url], isOn: true, description: '' },
          fields: ['name', 'redirectUris', 'isOn', 'description'],
          overwrite: nothing,
          takeOver: nothing,
        }}
        labelOf={(field) => field}
      />
    </Specimen>
    <Specimen name="NothingFound" stacked>
      <NothingFound search={long.name} onClear={() => {}} />
      <NothingFound search="ada" />
      <NothingFound filters={{ active: ['Status: Suspended', long.email], onClear: nothing }} />
    </Specimen>
    <Specimen name="EmptyState" stacked>
      <EmptyState
        illustration={
          <Illustration>
            <rect x="20" y="20" width="56" height="32" rx="6" />
          </Illustration>
        }
        title="No users yet"
        text="Users appear here after they sign up."
        action={<Button>Create user</Button>}
      />
      <EmptyState illustration={<NothingIllustration />} title={long.name} text={`${long.text} ${long.url}`} />
    </Specimen>
    <Specimen name="ErrorState, NotFound, PageLoader" stacked>
      <ErrorState error={new ApiProblem(500, long.text, { code: 'server.error' })} onRetry={nothing} />
      <NotFound />
      <TroubleIllustration />
      <PageLoader />
    </Specimen>
  </>
);
