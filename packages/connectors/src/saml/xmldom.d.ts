// The part of the XML parser that is used. Its own types would declare browser globals for the whole server.
declare module '@xmldom/xmldom/lib/dom-parser.js' {
  export interface XmlAttribute {
    readonly name: string;
    readonly prefix: string | null;
    readonly localName: string;
    readonly namespaceURI: string | null;
    readonly value: string;
  }
  export interface XmlNode {
    readonly nodeType: number;
    readonly parentNode: XmlNode | null;
    readonly childNodes: ArrayLike<XmlNode>;
    readonly textContent: string | null;
    /** Only elements have them. */
    readonly attributes?: ArrayLike<XmlAttribute> | null;
  }
  export interface XmlElement extends XmlNode {
    readonly prefix: string | null;
    readonly namespaceURI: string | null;
    readonly localName: string;
    readonly attributes: ArrayLike<XmlAttribute>;
    readonly ownerDocument: XmlDocument;
    getAttribute(name: string): string | null;
    getElementsByTagName(name: string): ArrayLike<XmlElement>;
    removeChild(child: XmlNode): void;
  }
  export interface XmlDocument extends XmlNode {
    readonly documentElement: XmlElement;
  }
  type Report = (message: string) => void;
  export class DOMParser {
    constructor(options: {
      errorHandler: { warning: Report; error: Report; fatalError: Report };
      locator: Record<string, unknown>;
    });
    parseFromString(xml: string, mimeType: string): XmlDocument | undefined;
  }
}
