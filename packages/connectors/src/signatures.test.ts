// Request signatures, checked against the providers' published examples.
import { expect, it } from 'vitest';
import { signAlibaba } from './alibaba-cloud.ts';
import { signAws } from './aws-signature.ts';
import { signTencent } from './tencent-signature.ts';

it('signs for AWS', async () => {
  // "post-vanilla" of the test suite: https://docs.aws.amazon.com/general/latest/gr/signature-v4-test-suite.html
  const credentials = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    ...{ region: 'us-east-1', service: 'service' },
  };
  const request = { url: 'https://example.amazonaws.com/', headers: {}, body: '' };
  const { authorization } = await signAws(credentials, request, Date.parse('2015-08-30T12:36:00Z'));
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  );
});

const alibaba = { AccessKeyId: 'testid', Format: 'XML', SignatureMethod: 'HMAC-SHA1', SignatureVersion: '1.0' };

it('signs for Alibaba Cloud', () => {
  // https://www.alibabacloud.com/help/en/direct-mail/latest/signature
  const mail = {
    ...alibaba,
    ...{ AccountName: "<a%b'>", Action: 'SingleSendMail', AddressType: '1', HtmlBody: '4', RegionId: 'cn-hangzhou' },
    ...{ ReplyToAddress: 'true', SignatureNonce: 'c1b2c332-4cfb-4a0f-b8cc-ebe622aa0a5c', Subject: '3', TagName: '2' },
    ...{ Timestamp: '2016-10-20T06:27:56Z', ToAddress: '1@test.com', Version: '2015-11-23' },
  };
  expect(signAlibaba('POST', mail, 'testsecret')).toBe('llJfXJjBW3OacrVgxxsITgYaYm0=');
  // https://www.alibabacloud.com/help/doc-detail/28139.htm
  const regions = {
    ...alibaba,
    ...{ Action: 'DescribeRegions', SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf' },
    ...{ Timestamp: '2016-02-23T12:46:24Z', Version: '2014-05-26' },
  };
  expect(signAlibaba('GET', regions, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=');
});

it('signs for Tencent Cloud', () => {
  // https://www.tencentcloud.com/document/api/1131/45290
  const key = {
    secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
    secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
    service: 'cvm',
  };
  const request = {
    host: 'cvm.tencentcloudapi.com',
    contentType: 'application/json; charset=utf-8',
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    timestamp: 1_551_113_065,
  };
  expect(signTencent(key, request)).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  );
});
