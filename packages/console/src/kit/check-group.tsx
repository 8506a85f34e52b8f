// Checkboxes of which any number can be checked.
import { Checkbox, type CheckboxGroupProps } from '@mantine/core';
import classes from './check-group.module.css';

type Option = { value: string; label: string; description?: string };
type Props = Omit<CheckboxGroupProps, 'children' | 'disabled'> & { options: readonly Option[]; disabled?: boolean };

export const CheckGroup = ({ options, disabled = false, ...group }: Props) => (
  <Checkbox.Group {...group}>
    <div className={classes.options}>
      {options.map((option) => (
        <Checkbox key={option.value} disabled={disabled} {...option} />
      ))}
    </div>
  </Checkbox.Group>
);
