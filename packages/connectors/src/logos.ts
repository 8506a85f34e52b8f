// Neutral marks of connectors without a brand.

const mark = (shapes: string) =>
  `data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="%236b7280" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"%3E${shapes.replaceAll('<', '%3C').replaceAll('>', '%3E')}%3C/svg%3E`;

export const emailLogo = mark('<rect x="3" y="5" width="18" height="14" rx="2"/><path d="m3 7 9 6 9-6"/>');
export const smsLogo = mark('<path d="M4 4h16v12H9l-5 4z"/><path d="M8 10h.01M12 10h.01M16 10h.01"/>');
export const httpLogo = mark('<path d="M8 6 3 12l5 6M16 6l5 6-5 6"/>');
export const samlLogo = mark('<path d="M12 3 5 6v5c0 4.5 2.9 8 7 10 4.1-2 7-5.5 7-10V6z"/><path d="m9 12 2 2 4-4"/>');
