// Buttons and menus.
import { Button, Menu } from '@mantine/core';
import { BusyButton } from '../src/kit/busy-button.tsx';
import { DocsButton } from '../src/kit/docs-button.tsx';
import { RemoveButton } from '../src/kit/remove-button.tsx';
import { RowActions } from '../src/kit/row-actions.tsx';
import { RowMenu } from '../src/kit/row-menu.tsx';
import { long } from './samples.ts';
import { Specimen } from './specimen.tsx';

const nothing = () => {};

export const Actions = () => (
  <>
    <Specimen name="Button">
      <Button>Create application</Button>
      <Button variant="default">Cancel</Button>
      <Button variant="subtle">Add another</Button>
      <Button color="red">Delete</Button>
      <Button disabled>Not available</Button>
    </Specimen>
    <Specimen name="BusyButton">
      <BusyButton busy={false} onClick={nothing}>
        Save changes
      </BusyButton>
      <BusyButton busy onClick={nothing}>
        Saving
      </BusyButton>
      <BusyButton busy={false} disabled onClick={nothing}>
        Nothing to save
      </BusyButton>
    </Specimen>
    <Specimen name="DocsButton">
      <DocsButton />
    </Specimen>
    <Specimen name="RemoveButton">
      <RemoveButton name="Ada" onClick={nothing} />
      <RemoveButton name={long.name} onClick={nothing} />
    </Specimen>
    <Specimen name="RowActions, RowMenu">
      <RowActions name="Row with actions">
        <Menu.Item>Replay request</Menu.Item>
        <Menu.Item c="var(--mantine-color-error)">Delete</Menu.Item>
      </RowActions>
      <RowMenu name="Row with a menu" onEdit={nothing} onDelete={nothing} deleteLabel="Delete" />
      <RowMenu name="Row that cannot be edited" onDelete={nothing} deleteLabel="Remove" />
    </Specimen>
  </>
);
