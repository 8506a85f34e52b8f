// Choice of a file, its columns, and its upload. The server then checks it; no users are created yet.
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ColumnMapping } from '@tessera/contract/import-fields';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { DropArea, DropHint } from '../../kit/drop-area.tsx';
import { FormSection, FormSections } from '../../kit/form-section.tsx';
import { accepted, type FileFormat, formatOf, maxSize } from './file-format.ts';
import { MappingForm } from './mapping-form.tsx';
import { importQuery } from './query.ts';
import { type FileColumn, readColumns } from './read-columns.ts';
import { useUpload } from './upload.ts';
import { UploadProgress } from './upload-progress.tsx';
import classes from './user-imports.module.css';

type Chosen = {
  file: File;
  format: FileFormat;
  columns: FileColumn[];
  /** What was chosen before a cancelled upload. */
  mapping?: ColumnMapping;
};
type Refusal = 'excel' | 'wrong_type' | 'too_large' | 'empty';

const refusalOf = (file: File): Refusal | undefined => {
  if (/\.xls[xmb]?$/i.test(file.name)) return 'excel';
  if (formatOf(file.name) === undefined) return 'wrong_type';
  if (file.size === 0) return 'empty';
  return file.size > maxSize ? 'too_large' : undefined;
};

/** `from`: an earlier import whose mapping is used again. */
export function FileChoice({ from }: { from: string | undefined }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const hint = useId();
  const [refusal, setRefusal] = useState<Refusal>();
  const [chosen, setChosen] = useState<Chosen>();
  const earlier = useQuery({ ...importQuery(api, from ?? ''), meta: { silent: true }, enabled: from !== undefined });
  const upload = useUpload(({ id }) => void navigate({ to: '/users/import/$importId', params: { importId: id } }));

  const send = (given: Chosen, mapping: ColumnMapping) => {
    const { file, format } = given;
    setChosen({ ...given, mapping });
    upload.start({
      file,
      open: () => {
        const { name, size } = file;
        // With `update`, the check tells new and existing users apart.
        const body = {
          fileName: name.slice(-256),
          format,
          size,
          isDryRun: true,
          onConflict: 'update',
          mapping,
        } as const;
        return api.management.post('/user-imports/uploads', { body });
      },
    });
  };
  const reading = useMutation({
    mutationFn: async ({ file, format }: Pick<Chosen, 'file' | 'format'>) => ({
      ...{ file, format },
      columns: await readColumns(file, format),
    }),
    onSuccess: (read) => {
      setChosen(read);
      // The server explains why a file is unreadable.
      if (read.columns.length === 0) send(read, {});
    },
  });
  const take = (file: File | undefined) => {
    if (!file || reading.isPending) return;
    const [refused, format] = [refusalOf(file), formatOf(file.name)];
    setRefusal(refused);
    if (refused === undefined && format !== undefined) reading.mutate({ file, format });
  };

  if (upload.state !== 'idle') return <UploadProgress upload={upload} />;
  if (chosen && chosen.columns.length > 0) {
    return (
      <FormSections wide>
        <FormSection
          title={t('user-imports.columns_title')}
          text={t('user-imports.columns_text', { name: `\u2068${chosen.file.name}\u2069` })}
        >
          <MappingForm
            columns={chosen.columns}
            known={chosen.mapping ?? earlier.data?.mapping ?? {}}
            submitLabel={t('user-imports.check_file')}
            cancelLabel={t('user-imports.other_file')}
            busy={false}
            onSubmit={(mapping) => send(chosen, mapping)}
            onCancel={() => setChosen(undefined)}
          />
        </FormSection>
      </FormSections>
    );
  }
  return (
    <div className={classes.choice}>
      <DropArea
        label={t('user-imports.file')}
        accept={accepted}
        hint={hint}
        isRefused={refusal !== undefined}
        onFiles={([file]) => take(file)}
        size="large"
      >
        <IconFileUpload size={24} stroke={1.5} aria-hidden="true" />
        <span>{t('user-imports.choose')}</span>
      </DropArea>
      <DropHint id={hint} isRefused={refusal !== undefined}>
        {refusal === undefined ? t('user-imports.hint') : t(`user-imports.${refusal}`)}
      </DropHint>
    </div>
  );
}
