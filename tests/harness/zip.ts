// Creates ZIP archives, valid and malicious: every field of an entry can be forged.
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  content?: string | Uint8Array;
  /** Unix mode: 0o120777 is a symbolic link. */
  mode?: number;
  /** The forged value. */
  claimedSize?: number;
  isEncrypted?: boolean;
};

const header = (signature: number, length: number) => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32LE(signature, 0);
  return bytes;
};

export const zipOf = (entries: ZipEntry[]): Buffer<ArrayBuffer> => {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0o100644, claimedSize, isEncrypted } of entries) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const fileName = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800 | (isEncrypted ? 1 : 0), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? plain.length, 18);
    common.writeUInt16LE(fileName.length, 22);
    const start = header(0x04034b50, 4);
    const listed = header(0x02014b50, 6);
    listed.writeUInt16LE((3 << 8) | 20, 4);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([listed, common, rest, fileName]));
    const entry = Buffer.concat([start, common, fileName, packed]);
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = header(0x06054b50, 22);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
};
