// What the server puts into the page of the device flow.
export type DeviceStep =
  | { step: 'code'; userCode?: string; problem?: 'missing' | 'unknown' | 'expired' | 'used' }
  | { step: 'confirm'; userCode: string }
  | { step: 'done' | 'cancelled' };

/** `xsrf`: sent back with the form. */
export type DevicePage = DeviceStep & { xsrf: string };
