// The script editor with its errors and test result.
import { ActionIcon, Switch, Tooltip } from '@mantine/core';
import { IconPlayerPlay, IconRestore } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../kit/busy-button.tsx';
import type { Finding } from '../../kit/check-script.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { ScriptField } from '../../kit/script-field.tsx';
import { defaultScript } from './samples.ts';
import type { ScriptForm, useScriptForm } from './script-form.ts';
import { scopeOf } from './script-input.ts';
import classes from './script-page.module.css';
import { blocksOnError } from './script-values.ts';
import type { TokenKind } from './token-kinds.ts';
import { TrialResult } from './trial-result.tsx';

type Props = {
  kind: TokenKind;
  form: ScriptForm;
  trial: ReturnType<typeof useScriptForm>['trial'];
  refusedLine: number | undefined;
  onTry: () => void;
};

export function ScriptPanel({ kind, form, trial, refusedLine, onTry }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [findings, setFindings] = useState<Finding[]>([]);
  const { script, variables } = form.values;
  const names = variables.map(({ key }) => key).join(' ');
  const scope = useMemo(() => scopeOf(kind, names.split(' ').filter(Boolean)), [kind, names]);
  const refused = form.errors.script === undefined ? undefined : refusedLine;
  const line = trial.result?.failure?.line ?? refused;
  const file = kind === 'access-token' ? 'access-token.js' : 'client-credentials.js';

  return (
    <section className={classes.script} data-script aria-labelledby={`${id}-label`}>
      <div className={classes.bar}>
        <span className={classes.file}>
          <bdi>{file}</bdi>
        </span>
        <span className="visually-hidden" id={`${id}-label`}>
          {t('custom-jwt.script')}
        </span>
        <Restore onRestore={() => form.setFieldValue('script', defaultScript(kind))} />
        <CopyButton value={script} label={t('custom-jwt.script')} />
        <BusyButton variant="default" leftSection={<IconPlayerPlay size={14} />} busy={trial.running} onClick={onTry}>
          {t('custom-jwt.test.run')}
        </BusyButton>
      </div>
      <ScriptField
        value={script}
        onChange={(value) => form.setFieldValue('script', value)}
        labelledBy={`${id}-label`}
        describedBy={`${id}-hint ${id}-findings`}
        scope={scope}
        errorLine={line}
        onFindings={setFindings}
      />
      <ul className={classes.findings} id={`${id}-findings`} aria-live="polite">
        {form.errors.script !== undefined && <li>{form.errors.script}</li>}
        {findings.map((finding) => (
          <li key={`${finding.kind}-${finding.line}`}>
            {t('custom-jwt.line', { line: finding.line })}{' '}
            {finding.kind === 'syntax'
              ? t('custom-jwt.findings.syntax')
              : t('custom-jwt.findings.unknown', { name: ltr(finding.name), of: ltr(finding.of) })}
          </li>
        ))}
      </ul>
      {(trial.result !== undefined || trial.error !== undefined) && (
        <TrialResult result={trial.result} token={trial.token} error={trial.error} onClose={trial.close} />
      )}
      <Switch
        className={classes.setting}
        label={t('custom-jwt.block_on_error.label')}
        description={t('custom-jwt.block_on_error.text')}
        checked={blocksOnError(form.values)}
        onChange={({ currentTarget }) => form.setFieldValue('blockOnError', currentTarget.checked)}
      />
      <p className={classes.hint} id={`${id}-hint`}>
        {t('fields.leave_editor')}
      </p>
    </section>
  );
}

/** Isolates code inside text of either direction. */
const ltr = (text: string) => `\u2066${text}\u2069`;

function Restore({ onRestore }: { onRestore: () => void }) {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  return (
    <Tooltip label={t(done ? 'custom-jwt.restored' : 'custom-jwt.restore')}>
      <ActionIcon
        className={classes.restore}
        variant="subtle"
        color="gray"
        size={24}
        c="dimmed"
        aria-label={t('custom-jwt.restore')}
        onClick={() => {
          onRestore();
          setDone(true);
        }}
        onMouseLeave={() => setDone(false)}
      >
        <IconRestore size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
