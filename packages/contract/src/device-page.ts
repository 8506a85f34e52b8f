// What the server puts into the page of the device flow.
export type DeviceStep =
  | { step: 'code'; userCode?: string; problem?: 'missing' | 'unknown' | 'expired' | 'used' }
  /** `account`: of the user who is signed in. */
  | { step: 'confirm'; userCode: string; account?: string }
  | { step: 'done' | 'cancelled' };

/** `xsrf`: sent back with the form. */
export type DevicePage = DeviceStep & { xsrf: string };
