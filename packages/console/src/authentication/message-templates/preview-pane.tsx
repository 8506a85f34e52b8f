// The message with sample data, as the server composes it.
import { SegmentedControl, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { directionOf } from '@tessera/phrases/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmailFrame } from '../../kit/email-frame.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import classes from './message-templates.module.css';
import { type Draft, type Preview, previewQuery, type Sample, type Template } from './query.ts';
import { SampleDialog, sampleNames } from './sample-dialog.tsx';
import { detailsOf, type TemplateValues } from './template-values.ts';

/** Longer than the pause between two keystrokes. */
const typingPause = 400;

export type TemplateDraft = { template: Template; values: TemplateValues; sample: Sample };
export const draftOf = ({ template, values, sample }: TemplateDraft): Draft => {
  const { channel, templateType, languageTag } = template;
  return { channel, templateType, languageTag, details: detailsOf(channel, values), sample };
};

type View = 'light' | 'dark' | 'text';
type Props = { draft: TemplateDraft; isValid: boolean; sample: Sample; onSample: (sample: Sample) => void };

export function PreviewPane({ draft, isValid, sample, onSample }: Props) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const [device, setDevice] = useState<'desktop' | 'mobile'>('desktop');
  const [view, setView] = useState<View>('light');
  const [isChanging, setChanging] = useState(false);
  const current = JSON.stringify({ body: draftOf(draft), isValid });
  const settled = JSON.parse(useDebouncedValue(current, typingPause)[0]) as { body: Draft; isValid: boolean };
  const { data, error, refetch } = useQuery({
    ...previewQuery(api, settled.body),
    enabled: settled.isValid,
    placeholderData: keepPreviousData,
  });
  const { channel, languageTag } = draft.template;
  const names = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' }).format(
    Object.values(sampleNames(sample)),
  );
  const content = () => {
    if (!settled.isValid) return <p className={classes.invalid}>{t('message-templates.preview.invalid')}</p>;
    if (data) return <Message preview={data} device={device} view={view} languageTag={languageTag} />;
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={240} aria-label={t('general.loading')} />
    );
  };
  return (
    <section className={classes.preview} aria-label={t('message-templates.preview.title')}>
      <div className={classes.bar}>
        <h2 className={classes.previewTitle}>{t('message-templates.preview.title')}</h2>
        {channel === 'Email' && (
          <div className={classes.actions}>
            <SegmentedControl
              aria-label={t('message-templates.preview.device')}
              size="xs"
              value={device}
              data={(['desktop', 'mobile'] as const).map((value) => ({
                value,
                label: t(`message-templates.preview.devices.${value}`),
              }))}
              onChange={setDevice}
            />
            <SegmentedControl
              aria-label={t('message-templates.preview.view')}
              size="xs"
              value={view}
              data={(['light', 'dark', 'text'] as const).map((value) => ({
                value,
                label: t(`message-templates.preview.views.${value}`),
              }))}
              onChange={setView}
            />
          </div>
        )}
      </div>
      <div className={classes.message}>{content()}</div>
      <div className={classes.sample}>
        <span>{t('message-templates.sample.summary', { names })}</span>
        <button type="button" className={classes.link} onClick={() => setChanging(true)}>
          {t('message-templates.sample.change')}
        </button>
      </div>
      {isChanging && <SampleDialog sample={sample} onChange={onSample} onClose={() => setChanging(false)} />}
    </section>
  );
}

type MessageProps = { preview: Preview; device: 'desktop' | 'mobile'; view: View; languageTag: string };

function Message({ preview, device, view, languageTag }: MessageProps) {
  const { t } = useTranslation();
  const { subject, html, text, sendFrom, replyTo } = preview;
  const direction = directionOf(languageTag);
  if (subject === null) {
    return (
      <p className={classes.bubble} dir={direction}>
        {text}
      </p>
    );
  }
  return (
    <>
      <dl className={classes.head}>
        {sendFrom && <Head name={t('message-templates.fields.sendFrom')} value={sendFrom} />}
        {replyTo && <Head name={t('message-templates.fields.replyTo')} value={replyTo} />}
        <Head name={t('message-templates.fields.subject')} value={subject} />
      </dl>
      {html === null || view === 'text' ? (
        <p className={classes.plain} dir={direction} data-device={device}>
          {text}
        </p>
      ) : (
        <EmailFrame
          className={device === 'mobile' ? classes.mobile : classes.desktop}
          html={html}
          title={subject}
          scheme={view}
        />
      )}
    </>
  );
}

function Head({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}
