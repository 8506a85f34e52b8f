// Widths shared by the tables of the Security tab, so that their columns line up.
export const beganWidth = '20%';
export const usedWidth = '20%';
