// All MFA pages, loaded as one chunk.
import '../styles/factors.css';

export { NewBackupCodes } from './backup-codes.tsx';
export { ChooseFactor, ChooseNewFactor } from './choose-factor.tsx';
export { NewEmail, NewPhone, ShowEmailCode, ShowPhoneCode } from './factor-code.tsx';
export { NewApp } from './new-app.tsx';
export { ShowApp, ShowBackupCode } from './show-factor.tsx';
