// An image field: upload if storage is configured, otherwise a URL.
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useServices } from '../app/services.tsx';
import { Uploader, UploaderSkeleton } from './uploader.tsx';

type Props = {
  label: string;
  description?: string | undefined;
  value: string;
  error?: ReactNode;
  onChange: (address: string) => void;
  onBlur: () => void;
  'data-path': string;
};

export function ImageField({ label, description, value, error, onChange, onBlur, 'data-path': path }: Props) {
  const { api } = useServices();
  const { data, isPending } = useQuery({
    ...api.management.query('/user-assets/service-status'),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  if (data?.status === 'ready') {
    return (
      <Uploader
        label={label}
        description={description}
        value={value}
        onChange={onChange}
        upload={(file, signal) => api.management.post('/user-assets', { body: { file } }, { signal })}
      />
    );
  }
  if (isPending) return <UploaderSkeleton label={label} />;
  return (
    <TextInput
      label={label}
      description={description}
      placeholder="https://example.com/logo.png"
      dir="ltr"
      type="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={2048}
      value={value}
      error={error}
      data-path={path}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
