// Alipay's signature, with the example of its documentation: https://opendocs.alipay.com/common/02mse3
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chinaTime, contentToSign, readPrivateKey, signed } from './alipay-signature.ts';

const menu =
  '{"button":[{"actionParam":"ZFB_HFCZ","actionType":"out","name":"话费充值"},{"actionParam":"http://m.alipay.com","actionType":"link","name":"最新优惠"}]}';

describe('Alipay', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));

  it('signs the parameters in order of their names, without empty values', () => {
    const request = {
      app_id: '2014072300007148',
      method: 'alipay.mobile.public.menu.add',
      charset: 'GBK',
      sign_type: 'RSA2',
      timestamp: '2014-07-24 03:07:50',
      biz_content: menu,
      sign: 'e9zEAe4TTQ4LPLQvETPoLGXTiURcxiAKfMVQ6Hrrsx2hmyIEGvSfAQzbLxHrhyZ48wOJXTsD4FPnt',
      version: '1.0',
      notify_url: '',
    };
    expect(contentToSign(request)).toBe(
      `app_id=2014072300007148&biz_content=${menu}&charset=GBK&method=alipay.mobile.public.menu.add&sign_type=RSA2&timestamp=2014-07-24 03:07:50&version=1.0`,
    );
  });

  it.each([
    ['RSA2', 'RSA-SHA256'],
    ['RSA', 'RSA-SHA1'],
  ] as const)('%s is %s', (signType, algorithm) => {
    const { sign, ...rest } = signed({ app_id: '1', method: 'a' }, pem, signType);
    expect(rest).toEqual({ app_id: '1', method: 'a', sign_type: signType });
    const content = `app_id=1&method=a&sign_type=${signType}`;
    expect(createVerify(algorithm).update(content).verify(publicKey, sign, 'base64')).toBe(true);
  });

  it('reads keys as PEM and as the key tool writes them, and no others', () => {
    const plain = (type: 'pkcs1' | 'pkcs8') => privateKey.export({ type, format: 'der' }).toString('base64');
    for (const text of [pem, plain('pkcs1'), plain('pkcs8')]) expect(readPrivateKey(text)).toBeDefined();
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect(readPrivateKey(String(curve.export({ type: 'pkcs8', format: 'pem' })))).toBeUndefined();
    expect(readPrivateKey('not a key')).toBeUndefined();
  });

  it('sends the time in China', () => {
    expect(chinaTime(Date.parse('2026-01-31T20:00:00Z'))).toBe('2026-02-01 04:00:00');
  });
});
