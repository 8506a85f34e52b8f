// Display of single values: tags, dates, IDs, secrets.
import { Avatar } from '../src/kit/avatar.tsx';
import { CodeSample } from '../src/kit/code-sample.tsx';
import { CopyButton, LabeledCopyButton } from '../src/kit/copy-button.tsx';
import { CopyField } from '../src/kit/copy-field.tsx';
import { CopyId } from '../src/kit/copy-id.tsx';
import { DateText } from '../src/kit/date-text.tsx';
import { EmailFrame } from '../src/kit/email-frame.tsx';
import { Expiry } from '../src/kit/expiry.tsx';
import { Facts } from '../src/kit/facts.tsx';
import { Logo } from '../src/kit/logo.tsx';
import { Moment } from '../src/kit/moment.tsx';
import { NoValue } from '../src/kit/no-value.tsx';
import { PermissionName } from '../src/kit/permission-name.tsx';
import { SecretText } from '../src/kit/secret-text.tsx';
import { StateTag } from '../src/kit/state-tag.tsx';
import { Tag } from '../src/kit/tag.tsx';
import { TagList } from '../src/kit/tag-list.tsx';
import { Tip } from '../src/kit/tip.tsx';
import { day, future, long, past, people } from './samples.ts';
import { Specimen } from './specimen.tsx';

const email =
  '<meta name="color-scheme" content="light dark"><style>@media (prefers-color-scheme: dark) { p { color: white } }</style><p>Your code: 123456</p>';

export const Values = () => (
  <>
    <Specimen name="Logo">
      <Logo />
      <Logo size={40} />
    </Specimen>
    <Specimen name="Avatar">
      <Avatar person={{ name: 'Ada Lovelace', username: null, email: null, avatar: null }} />
      <Avatar person={{ name: long.arabic, username: null, email: null, avatar: null }} size={48} />
      <Avatar person={{ name: null, username: null, email: null, avatar: null }} />
    </Specimen>
    <Specimen name="Tag, StateTag, TagList">
      <Tag>Plain</Tag>
      <Tag>{long.name}</Tag>
      <StateTag state="success">Active</StateTag>
      <StateTag state="warning">Expires soon</StateTag>
      <StateTag state="error">Suspended</StateTag>
      <StateTag state="neutral">Not in use</StateTag>
      <TagList items={[]} />
      <TagList items={people[1]?.roles ?? []} />
    </Specimen>
    <Specimen name="PermissionName">
      <PermissionName name="read:orders" />
      <PermissionName name={long.id} />
    </Specimen>
    <Specimen name="DateText, Moment, Expiry">
      <DateText value={Date.now() - 5 * 60_000} />
      <DateText value={Date.now() - 3 * day} />
      <DateText value={past} />
      <Moment value={past} />
      <Moment value={past} short />
      <Expiry value={null} />
      <Expiry value={future} />
      <Expiry value={past} />
    </Specimen>
    <Specimen name="NoValue">
      <NoValue />
    </Specimen>
    <Specimen name="CopyId, CopyButton, LabeledCopyButton, SecretText">
      <CopyId value="abc123" label="Short ID" />
      <CopyId value={long.id} label="Long ID" />
      <CopyButton value="text" label="a text" />
      <LabeledCopyButton value="text" label="Copy as .env" />
      <SecretText value="secret" label="Client secret" />
    </Specimen>
    <Specimen name="CopyField" stacked>
      <CopyField label="Issuer" value="https://example.com/oidc" />
      <CopyField label="Discovery URL" description={long.text} value={long.url} />
      <CopyField label="Secret" value={long.id} secret />
    </Specimen>
    <Specimen name="CodeSample" stacked>
      <CodeSample label="Answer" code={`{\n  "id": "${long.id}"\n}`} />
    </Specimen>
    <Specimen name="Facts" stacked>
      <Facts
        facts={[
          { name: 'Email', value: long.email },
          { name: 'Name', value: long.arabic },
          false,
          { name: 'A name that is longer than its value', value: '1' },
        ]}
      />
    </Specimen>
    <Specimen name="EmailFrame" stacked>
      <EmailFrame title="Light" html={email} scheme="light" />
      <EmailFrame title="Dark" html={email} scheme="dark" />
    </Specimen>
    <Specimen name="Tip">
      <span>Refresh token rotation</span>
      <Tip about="Refresh token rotation">{long.text}</Tip>
    </Specimen>
  </>
);
