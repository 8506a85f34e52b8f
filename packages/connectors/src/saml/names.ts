// Names that SAML 2, XML Signature and XML Encryption define.
export const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const assertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const metadata = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const signature = 'http://www.w3.org/2000/09/xmldsig#';
export const encryption = 'http://www.w3.org/2001/04/xmlenc#';
export const encryption11 = 'http://www.w3.org/2009/xmlenc11#';

export const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
export const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
export const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

export const enveloped = `${signature}enveloped-signature`;
export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const exclusiveWithComments = `${exclusive}WithComments`;
