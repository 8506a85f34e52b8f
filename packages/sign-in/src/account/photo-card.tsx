// The user's picture and name, and changing the picture. It is scaled down before it is sent.
import { useRef } from 'react';
import { Problem } from '../api.ts';
import { Notice } from '../kit/notice.tsx';
import { isEditable, useAccount } from './account-context.ts';
import { displayNameOf } from './display-name.ts';
import { Card, SmallButton } from './parts.tsx';
import { Picture } from './picture.tsx';
import { useAction } from './use-action.ts';

const side = 256;

/** A square from the middle of the picture. */
const scaled = async (file: File): Promise<Blob> => {
  const image = await createImageBitmap(file).catch(() => {
    throw new Problem('account.photo.invalid', '');
  });
  const edge = Math.min(image.width, image.height);
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const [left, top] = [(image.width - edge) / 2, (image.height - edge) / 2];
  canvas.getContext('2d')?.drawImage(image, left, top, edge, edge, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!blob) throw new Problem('account.photo.invalid', '');
  return blob;
};

export const PhotoCard = () => {
  const { account, api, center, language, reload, say, t } = useAccount();
  const { run, busy, message, tell } = useAction();
  const input = useRef<HTMLInputElement>(null);
  const name = displayNameOf(account);
  const expected = { 'account.photo.invalid': () => tell('account.photo.invalid') };
  const save = (steps: () => Promise<unknown>) =>
    void run(async () => {
      await steps();
      await reload();
      say('account.state.saved');
    }, expected);
  const upload = (file: File) =>
    save(async () => {
      const body = new FormData();
      const blob = await scaled(file);
      body.set('file', blob, `avatar.${blob.type.split('/')[1] ?? 'png'}`);
      await api.call('POST', '/my-account/avatar', { body });
    });
  const since =
    account.createdAt && new Date(account.createdAt).toLocaleDateString(language, { month: 'long', year: 'numeric' });
  return (
    <Card>
      <div className="photo">
        <Picture name={name} avatar={account.avatar} size="large" />
        <div className="row-text">
          <p className="photo-name">
            <bdi>{name}</bdi>
          </p>
          {since && <p className="quiet">{t('account.photo.since', { date: since })}</p>}
        </div>
        {isEditable(center, 'avatar') && (
          <div className="photo-actions">
            <input
              ref={input}
              type="file"
              accept="image/*"
              hidden
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) upload(file);
                currentTarget.value = '';
              }}
            />
            <SmallButton icon="camera" busy={busy} onClick={() => input.current?.click()}>
              {t('account.photo.change')}
            </SmallButton>
            {account.avatar && (
              <SmallButton
                busy={busy}
                onClick={() => save(() => api.call('PATCH', '/my-account', { body: { avatar: null } }))}
              >
                {t('account.photo.remove')}
              </SmallButton>
            )}
          </div>
        )}
      </div>
      <Notice message={message} />
    </Card>
  );
};
