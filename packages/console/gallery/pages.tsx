// Page layouts.
import { Button, Menu, TextInput } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { ApiProblem } from '../src/app/problem.ts';
import { BackLink, DetailsError, DetailsPage, DetailsSkeleton, DetailsState } from '../src/kit/details-page.tsx';
import { FactStrip } from '../src/kit/fact-strip.tsx';
import { FormSection, FormSections } from '../src/kit/form-section.tsx';
import { PageHeader } from '../src/kit/page-header.tsx';
import { StateTag } from '../src/kit/state-tag.tsx';
import { TabLink, TabLinks } from '../src/kit/tab-links.tsx';
import { Tag } from '../src/kit/tag.tsx';
import { long } from './samples.ts';
import { Specimen } from './specimen.tsx';

const nothing = () => {};
const back = <BackLink to="/applications">Back to applications</BackLink>;
const tabs = (label: string) => (
  <TabLinks label={label}>
    <TabLink to=".">Settings</TabLink>
    <TabLink to="/applications">Branding</TabLink>
    <TabLink to="/roles">{long.name}</TabLink>
  </TabLinks>
);

export const Pages = () => (
  <>
    <Specimen name="PageHeader" stacked>
      <PageHeader title="Short" subtitle="What you achieve here." />
      <PageHeader
        title={long.name}
        tag={<Tag>Beta</Tag>}
        subtitle={long.text}
        actions={
          <>
            <Button variant="default">Import</Button>
            <Button>Create</Button>
          </>
        }
      />
    </Specimen>
    <Specimen name="DetailsPage" stacked>
      <div>
        <DetailsPage
          back={back}
          icon={<IconApps size={24} />}
          title={long.name}
          type="Traditional web"
          status={
            <StateTag state="error" framed>
              Suspended
            </StateTag>
          }
          strip={
            <FactStrip
              label="Key facts"
              facts={[
                { key: 'one', label: 'Created', value: 'Nov 2, 2026' },
                { key: 'two', label: 'Signed up via', value: 'Storefront' },
              ]}
            />
          }
          id={{ label: 'App ID', value: long.id }}
          actions={<Button variant="default">Check the guide</Button>}
          menu={<Menu.Item>Delete</Menu.Item>}
          tabs={tabs('Tabs of a long application')}
        >
          <p>Content</p>
        </DetailsPage>
      </div>
    </Specimen>
    <Specimen name="DetailsSkeleton, DetailsState" stacked>
      <div>
        <DetailsSkeleton back={back} />
      </div>
      <div>
        <DetailsState
          back={back}
          query={{ error: null, refetch: async () => {} }}
          notFoundTitle="Application not found"
        />
      </div>
    </Specimen>
    <Specimen name="DetailsError" stacked>
      <div>
        <DetailsError
          back={back}
          error={new ApiProblem(404, long.text, {})}
          notFoundTitle="Application not found"
          onRetry={nothing}
        />
      </div>
      <div>
        <DetailsError back={back} error={new ApiProblem(500, long.text, {})} notFoundTitle="" onRetry={nothing} />
      </div>
    </Specimen>
    <Specimen name="FormSections" stacked>
      <FormSections>
        <FormSection title="General" text="Name and description.">
          <TextInput label="Display name" />
        </FormSection>
        <FormSection title={long.name} text={long.text}>
          <TextInput label={long.url} />
        </FormSection>
      </FormSections>
    </Specimen>
  </>
);
