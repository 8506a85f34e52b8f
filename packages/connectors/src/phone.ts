// Phone numbers and texts as SMS providers expect them. Recipients are digits, with the country code first.

/** With a plus sign, by E.164. */
export const internationalNumber = (to: string) => `+${to.replace(/\D/g, '')}`;

/** The basic alphabet of SMS, and its extension. Other characters need a message in Unicode. */
const basicAlphabet = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;
export const needsUnicode = (text: string) => !basicAlphabet.test(text);
