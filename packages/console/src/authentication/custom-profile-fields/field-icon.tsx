// Icon for each field type.
import {
  IconAddressBook,
  IconCalendar,
  IconCheckbox,
  IconHash,
  IconLetterCase,
  IconLink,
  IconListDetails,
  IconRegex,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { FieldType } from './field-values.ts';

const icons: Record<FieldType, TablerIcon> = {
  Text: IconLetterCase,
  Number: IconHash,
  Date: IconCalendar,
  Checkbox: IconCheckbox,
  Select: IconListDetails,
  Url: IconLink,
  Regex: IconRegex,
  Address: IconAddressBook,
  Fullname: IconUser,
};

export function FieldIcon({ type, size = 16 }: { type: FieldType; size?: number }) {
  const Icon = icons[type];
  return <Icon size={size} stroke={1.6} aria-hidden="true" />;
}
